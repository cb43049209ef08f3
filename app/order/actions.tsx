'use server'
import { visitorAction } from '#app/shopper-action.ts'
import { OrderAtAGlance } from '#components/order/order-at-a-glance.tsx'
import { openMailedOrder } from '#lib/mail/mailed-order-link.ts'
import { fail, ok } from '#lib/result.ts'
import { singleLineText } from '#lib/text/text-schemas.ts'

/** Shows the order of a mail's signed link, drawn on the server: no more of it leaves than is seen. */
export const showMailedOrderAction = visitorAction(
  singleLineText(160).min(1),
  async (link) => {
    const order = await openMailedOrder(link, new Date())
    return order ? ok(<OrderAtAGlance order={order} />) : fail('link-over')
  },
  'mailed-order',
)
