import type { ShopEvent, ToldGoods } from '#lib/consent/shop-events.ts'

import { consentStore } from './consent-store.ts'

const isAllowed = () => consentStore.read().choice?.analytics === true

/** Marks the script of analytics in a page. */
export const ANALYTICS_MARK = 'data-analytics'

/** Tells analytics what a visitor does, where the visitor allows it; the code for it comes only then. */
export function tellAnalytics(name: ShopEvent, goods: readonly ToldGoods[]): void {
  if (!isAllowed()) return
  import('./told-events.ts').then(
    ({ tellEvent }) => tellEvent(name, goods),
    () => {},
  )
}
