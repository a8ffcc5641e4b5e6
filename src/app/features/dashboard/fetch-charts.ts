/** Sends for what draws charts; a chart that is drawn later finds it there, or says itself what went wrong. */
export function fetchCharts(): void {
  void import('#app/ui/apex.tsx').catch(() => undefined)
}
