/** Source: opensource.org/licenses. */
const OSI = new Set(
  `0BSD AFL-3.0 Apache-2.0 Artistic-2.0 BlueOak-1.0.0 BSD-1-Clause BSD-2-Clause BSD-3-Clause BSL-1.0 EPL-2.0 ISC MIT MIT-0
   MPL-2.0 NCSA OFL-1.1 PostgreSQL Python-2.0 Unicode-3.0 Unlicense UPL-1.0 Zlib`.split(/\s+/),
)

/** One side of an OR, both of an AND. */
export function isOsiApproved(expression: string): boolean {
  const tokens = expression.match(/\(|\)|[^\s()]+/g) ?? []
  let at = 0
  const take = () => tokens[at++]

  function one(): boolean {
    const token = take()
    if (token === '(') {
      const inner = either()
      return take() === ')' && inner
    }
    const approved = token !== undefined && OSI.has(token.replace(/\+$/, ''))
    if (tokens[at] !== 'WITH') return approved
    at += 2
    return approved
  }
  function both(): boolean {
    let approved = one()
    while (tokens[at] === 'AND' && take()) approved = one() && approved
    return approved
  }
  function either(): boolean {
    let approved = both()
    while (tokens[at] === 'OR' && take()) approved = both() || approved
    return approved
  }
  return either() && at === tokens.length
}
