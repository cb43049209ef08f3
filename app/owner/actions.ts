'use server'
import { revalidatePath } from 'next/cache'
import { z } from 'zod'

import { ownerAction, ownerListAction } from '#app/owner-action.ts'
import { AUDIT_KINDS } from '#lib/audit/audit.ts'
import { type AuditPage, findAudit } from '#lib/audit/record.ts'
import { deleteApplication } from '#lib/join/application.ts'
import { endSale } from '#lib/owner/end-sale.ts'
import { saveOrderSearch, searchOrders } from '#lib/owner/find-orders.ts'
import { moveDeadline } from '#lib/owner/move-deadline.ts'
import { LONGEST_SEARCH } from '#lib/owner/order-views.ts'
import { changeFactsDay, publishProductFacts } from '#lib/owner/publish-facts.ts'
import { recalculateByOwner } from '#lib/owner/recalculate-counters.ts'
import { recordInvoiceNumbers } from '#lib/owner/record-invoice-numbers.ts'
import { releaseReservations } from '#lib/owner/release-reservations.ts'
import { switchReminders } from '#lib/owner/switch-reminders.ts'
import { isRefundable } from '#lib/payment/refund/refundable.ts'
import { ok, type Result } from '#lib/result.ts'
import { ownerOrderPath, ownerRefundPath } from '#lib/routes/owner-paths.ts'
import { multiLineText, singleLineText } from '#lib/text/text-schemas.ts'

const ofProduct = z.object({ product: singleLineText(60).min(1) })

function refreshAfter<Answer extends { readonly ok: boolean }>(answer: Answer): Answer {
  if (answer.ok) revalidatePath('/', 'layout')
  return answer
}

/** Moves the last day of a pre-order. */
export const moveDeadlineAction = ownerAction(
  ofProduct.extend({ until: singleLineText(10) }),
  async (input) => refreshAfter(await moveDeadline(input)),
)

/** Says that a product's facts are published, and notifies its buyers. */
export const publishFactsAction = ownerAction(ofProduct, async (input) =>
  refreshAfter(await publishProductFacts(input)),
)

/** Moves the day by which a product's facts are published, and notifies its buyers. */
export const changeFactsDayAction = ownerAction(
  ofProduct.extend({ until: singleLineText(10), reason: singleLineText(300) }),
  async (input) => refreshAfter(await changeFactsDay(input)),
)

export const endSaleAction = ownerAction(ofProduct, async (input) =>
  refreshAfter(await endSale(input)),
)

/** Gives back what unpaid orders keep of a product. */
export const releaseReservationsAction = ownerAction(ofProduct, releaseReservations)

/** Switches the reminder of unpaid orders on or off. */
export const switchRemindersAction = ownerAction(
  z.object({ reminders: z.enum(['on', 'off']) }),
  switchReminders,
)

/** Compares the counters with the orders, and puts them right. */
export const recountAction = ownerAction(z.object({}), recalculateByOwner)

/** Finds an order: answers the address of the one that is found, at its refund if asked so, or of the list of several or none. */
export const findOrderAction = ownerListAction(
  z.object({ search: singleLineText(LONGEST_SEARCH), open: z.literal('refund').optional() }),
  async ({ search, open }, { session }): Promise<Result<{ readonly path: string }, never>> => {
    const { orders } = search === '' ? { orders: [] } : await searchOrders(search, 2)
    const [order, other] = orders
    if (order && !other) {
      const isRefund = open === 'refund' && isRefundable(order)
      return ok({ path: isRefund ? ownerRefundPath(order.id) : ownerOrderPath(order.id) })
    }
    return ok({ path: await saveOrderSearch(session, { search, view: 'all' }) })
  },
)

const ofApplication = z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) })

/** Deletes what somebody wrote on /join. */
export const deleteApplicationAction = ownerAction(ofApplication, ({ id }) => deleteApplication(id))

/** Writes the numbers of issued invoices onto their orders, and answers for each what became of it. */
export const writeInvoicesAction = ownerListAction(
  z.object({ invoices: multiLineText(30_000) }),
  recordInvoiceNumbers,
)

const auditSearch = z.object({
  kind: z.enum(AUDIT_KINDS).or(z.literal('').transform(() => undefined)),
  about: singleLineText(254),
  before: z.iso.datetime().optional(),
})

/** Searches the audit trail. The query is not in the address. */
export const searchAuditAction = ownerListAction(
  auditSearch,
  async (search): Promise<Result<AuditPage, never>> => ok(await findAudit(search)),
)
