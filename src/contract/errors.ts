/** Envelope codes and their default messages. 200 and 401 are documented, the others are ours (rulings, The frame). */
export const ERROR_TEXT = {
  400: '提交的内容不符合要求，请按提示修改后重试',
  401: '登录已失效，请重新登录',
  403: '当前账号没有权限进行此操作，如工作需要请联系辖区消防救援机构',
  404: '内容不存在或已被删除，请返回列表查找',
  409: '内容已被他人修改，请刷新后重试',
  413: '提交的内容过大，请精简后重试',
  429: '操作过于频繁，请稍后再试',
  500: '服务连接出错，请稍后再试！',
  503: '服务暂时不可用，请稍后再试！',
} as const

export type ErrorCode = keyof typeof ERROR_TEXT

/** Message to a session ended by a newer sign-in of its account. Source: document 1, section 8. */
export const SIGNED_IN_ELSEWHERE = '您的账号已在其他设备登录!'

/** Messages of requests without a response. Source: document 1, section 8. */
export const FAILURE_TEXT = {
  timeout: '连接超时，请稍后再试！',
  unreachable: '服务连接出错，请稍后再试！',
  http: '操作异常，请稍后再试！',
} as const

/** Field name to message. */
export type FieldErrors = Readonly<Record<string, string>>

/** `msg` and `message` are equal. */
export interface Envelope<T = unknown> {
  readonly code: number
  readonly message: string
  readonly msg: string
  readonly data: T
  readonly errors?: FieldErrors
}
