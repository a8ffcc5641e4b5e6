import * as v from 'valibot'

/** Call once in the client and once in the server. */
export function speakChinese(): void {
  v.setGlobalMessage((issue) => {
    if (issue.received === 'undefined' || issue.received === 'null') return '此项不能为空'
    switch (issue.type) {
      case 'max_length':
        return '内容过长'
      case 'non_empty':
      case 'min_length':
        return '此项不能为空'
      case 'min_value':
      case 'max_value':
        return '数值超出范围'
      case 'number':
      case 'integer':
        return '请输入数字'
      default:
        return '格式有误'
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
