/** `offline`: this device has no network; `silent`: it has one, and the server does not answer; `portal`: something else does. */
export type Reach = 'online' | 'offline' | 'silent' | 'portal'

/** How a person is told that the server can't be reached; empty where it can. */
export const REACH_WORDS: Readonly<Record<Reach, string>> = {
  online: '',
  offline: '离线',
  silent: '服务器无应答',
  portal: '网络可能需要登录',
}
