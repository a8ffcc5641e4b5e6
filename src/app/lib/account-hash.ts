/** FNV-1a: a store's name tells no account, and two accounts that ever shared one are told apart by the contents' mark. */
export function accountHash(uid: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < uid.length; at += 1) hash = Math.imul(hash ^ uid.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(36)
}
