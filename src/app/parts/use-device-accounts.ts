import { useEffect, useState } from 'react'
import { deviceAccounts } from '#app/offline/sealed/device-accounts.ts'
import { dropOldSeals } from '#app/offline/sealed/seal-store.ts'

/** Without seals older than seven days. */
export function useDeviceAccounts() {
  const [accounts, setAccounts] = useState(deviceAccounts)
  const readAgain = () => setAccounts(deviceAccounts())
  useEffect(() => {
    void dropOldSeals()
      .catch(() => undefined)
      .then(() => setAccounts(deviceAccounts()))
  }, [])
  return { accounts, readAgain }
}
