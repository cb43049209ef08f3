/** Any address that nothing between keeps: its Date is the shop's time, to the second. */
const SHOP_CLOCK = '/api/health/live'

/** Milliseconds by which this device's clock is ahead of the shop's, or undefined if the shop does not answer. */
export async function clockAhead(): Promise<number | undefined> {
  try {
    const { headers } = await fetch(SHOP_CLOCK, { method: 'HEAD', cache: 'no-store' })
    const shop = Date.parse(headers.get('date') ?? '')
    return Number.isFinite(shop) ? Date.now() - shop : undefined
  } catch {
    // Without network the page stays as the shop made it, and the shop decides at the order.
    return undefined
  }
}
