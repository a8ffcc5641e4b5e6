/** `offline`: this device has no network; `silent`: it has one, and the server does not answer. */
export type Reach = 'online' | 'offline' | 'silent'

/** How a person is told that the server can't be reached; empty where it can. */
export const REACH_WORDS: Readonly<Record<Reach, string>> = { online: '', offline: '离线', silent: '服务器无应答' }
