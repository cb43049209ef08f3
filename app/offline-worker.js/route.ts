import { offlineWorker } from '#components/failure/offline-worker.ts'
import { OFFERS_OFFLINE_PAGE } from '#lib/routes/paths.ts'

export const dynamic = 'force-static'

/** The service worker that shows a page of the shop's own without a network; a browser asks for it anew at each visit. */
export function GET() {
  const headers = { 'Content-Type': 'text/javascript; charset=utf-8' }
  return new Response(offlineWorker(OFFERS_OFFLINE_PAGE), { headers })
}
