export function roundScale(most: number): number {
  const ten = 10 ** Math.floor(Math.log10(most))
  return ten * ([5, 2].find((times) => times * ten <= most) ?? 1)
}
