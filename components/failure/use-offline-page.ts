import { useEffect } from 'react'

import { OFFERS_OFFLINE_PAGE, OFFLINE_WORKER_PATH } from '#lib/routes/paths.ts'

// In milliseconds: after all that the page itself needs.
const AFTER = 4000

async function settle({ serviceWorker }: Navigator): Promise<void> {
  if (OFFERS_OFFLINE_PAGE) {
    await serviceWorker.register(OFFLINE_WORKER_PATH)
    return
  }
  for (const registration of await serviceWorker.getRegistrations()) await registration.unregister()
}

/** Has the browser keep a page for the time when the shop can't be reached. A browser that keeps nothing goes without. */
export function useOfflinePage(): void {
  useEffect(() => {
    if (process.env.NODE_ENV !== 'production' || !('serviceWorker' in navigator)) return undefined
    const timer = setTimeout(() => void settle(navigator).catch(() => {}), AFTER)
    return () => clearTimeout(timer)
  }, [])
}
