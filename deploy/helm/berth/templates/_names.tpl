{{- define "berth.labels" -}}
app.kubernetes.io/name: berth
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "berth.metadata" -}}
name: {{ .Release.Name }}
namespace: {{ .Release.Namespace }}
labels:
  {{- include "berth.labels" . | nindent 2 }}
{{- end }}
