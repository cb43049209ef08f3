import { OFFERS_OFFLINE_PAGE, OFFLINE_WORKER_PATH } from '#lib/routes/paths.ts'

/** Has the browser keep the page that it shows when the shop can't be reached, or give it up. Errors are kept silent. */
export async function settleOfflinePage({ serviceWorker }: Navigator): Promise<void> {
  try {
    if (OFFERS_OFFLINE_PAGE) {
      await serviceWorker.register(OFFLINE_WORKER_PATH)
      return
    }
    for (const registration of await serviceWorker.getRegistrations())
      await registration.unregister()
  } catch {
    // Private windows and full disks keep nothing: the browser's own page is shown.
  }
}
