import { resolve } from 'node:path'

const SERVER = /^postgres(?:ql)?:\/\/([^/?#@]*@)?([^/?#@]+(?:\/[^?#@]*)?)(?:[?#]|$)/

export function databaseName(url: string, root: string): string {
  if (url.startsWith('file:')) return resolve(root, url.slice('file:'.length))
  if (!url.startsWith('postgres')) return url
  const [, account, place] = SERVER.exec(url) ?? []
  // Else an unencoded password may have matched.
  return place !== undefined && (account !== undefined || !url.includes('@')) ? place : 'PostgreSQL'
}
