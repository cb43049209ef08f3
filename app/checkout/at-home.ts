import 'server-only'

import { readAccount } from '#lib/account/session.ts'
import { findOrder } from '#lib/order/find-orders.ts'
import type { BuyerReturn } from '#lib/order/payment/settle-shown-orders.ts'

/** True in the browser that started the payment, where its own page shows the result. */
export async function isAtHome(id: string, returned: BuyerReturn | undefined): Promise<boolean> {
  try {
    const account = await readAccount()
    if (!account) return false
    return returned ? returned.order.uid === account.uid : !!(await findOrder(account, id))
  } catch {
    return false
  }
}
