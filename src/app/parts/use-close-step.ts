import { useRouter } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    isStep?: boolean
  }
}

export function useCloseStep(close: () => void): () => void {
  const { history } = useRouter()
  return () => (history.location.state.isStep ? history.back() : close())
}
