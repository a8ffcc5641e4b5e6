/** `silent`: no answer; `portal`: captive. */
export type Connectivity = 'online' | 'offline' | 'silent' | 'portal'

export const CONNECTIVITY_TEXT: Readonly<Record<Connectivity, string>> = {
  online: '',
  offline: '离线',
  silent: '服务器无响应',
  portal: '网络可能需要登录',
}
