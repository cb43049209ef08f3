import type { MailDraft } from '../mail/mail.ts'
import type { StockAlert } from './stock-alert.ts'

// A renewed alert has its own mails.
function mailId(kind: string, { id, createdAt }: StockAlert): string {
  return `${kind}-${id}-${Date.parse(createdAt)}`
}

/** The ids of the mails that an alert may have in the outbox. */
export function alertMailIds(alert: StockAlert): readonly string[] {
  return [mailId('stock-alert-confirm', alert), mailId('back-in-stock', alert)]
}

/** The mail with the link by which its address confirms an alert. */
export function alertConfirmMail(alert: StockAlert, title: string, confirmUrl: string): MailDraft {
  const kind = 'stock-alert-confirm'
  const id = mailId(kind, alert)
  const values = { product_title: title, alert_size: alert.size, confirm_url: confirmUrl }
  return { id, event: id, kind, to: { address: alert.email, name: '' }, values }
}

/** The one mail that an alert is for: the size is back. */
export function backInStockMail(alert: StockAlert, title: string, productUrl: string): MailDraft {
  const kind = 'back-in-stock'
  const id = mailId(kind, alert)
  const values = { product_title: title, alert_size: alert.size, product_url: productUrl }
  return { id, event: id, kind, to: { address: alert.email, name: '' }, values }
}
