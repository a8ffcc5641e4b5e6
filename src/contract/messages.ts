import * as v from 'valibot'

/** Call once in the client and once in the server. */
export function speakChinese(): void {
  v.setGlobalMessage((issue) => {
    if (issue.received === 'undefined' || issue.received === 'null') return '此项不能为空'
    switch (issue.type) {
      case 'max_length':
        return `最多 ${issue.requirement} 个字`
      case 'non_empty':
      case 'min_length':
        return '此项不能为空'
      case 'min_value':
        return `应不小于 ${issue.requirement}`
      case 'max_value':
        return `应不大于 ${issue.requirement}`
      case 'number':
      case 'integer':
        return '请输入数字'
      default:
        return '格式不符，请重新填写'
    }
  })
}

/** First message per field path. */
export function fieldErrors(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const issue of issues) {
    const key = v.getDotPath(issue) ?? ''
    if (!(key in errors)) errors[key] = issue.message
  }
  return errors
}
