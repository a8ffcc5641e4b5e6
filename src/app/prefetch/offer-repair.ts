const BLANK_MS = 10_000

/** If nothing is rendered; a later render replaces it. */
export function offerRepair(onOffer: () => void, afterMs = BLANK_MS): void {
  setTimeout(() => {
    const root = document.getElementById('root')
    if (!root || root.querySelector(':scope > :not(.too-old):not(.opening)')) return
    root.querySelector('.opening')?.remove()
    const offer = document.createElement('div')
    offer.className = 'opening'
    const words = document.createElement('p')
    words.textContent = '页面一直没有打开，可稍候、重新加载，或'
    const link = document.createElement('a')
    // The file's own name: hosts other than our server know no /repair.
    link.href = '/repair.html'
    link.textContent = '修复'
    words.append(link)
    offer.append(words)
    root.append(offer)
    onOffer()
  }, afterMs)
}
