/** FNV-1a: keeps the id out of names, not secret. */
export function accountHash(uid: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < uid.length; at += 1) hash = Math.imul(hash ^ uid.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(36)
}
