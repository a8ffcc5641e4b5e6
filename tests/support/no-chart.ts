/** Replaces `react-apexcharts` in simulated documents. */
export default function NoChart() {
  return null
}
