'use server'

import { visitorAction } from '#app/shopper-action.ts'
import { mailedLinkSchema } from '#lib/mail/mailed-links.ts'
import {
  cancelStockAlert,
  confirmStockAlert,
  requestStockAlert,
  stockAlertFieldsSchema,
} from '#lib/stock-alert/stock-alert.ts'

/** Stores a stock alert and mails its confirmation link. */
export const requestStockAlertAction = visitorAction(
  stockAlertFieldsSchema,
  (fields) => requestStockAlert(fields, new Date()),
  'stock-alert',
)

/** Confirms an alert by the link that was mailed. */
export const confirmStockAlertAction = visitorAction(
  mailedLinkSchema,
  (link) => confirmStockAlert(link, new Date()),
  'stock-alert',
)

/** Ends an alert by the link that was mailed. */
export const cancelStockAlertAction = visitorAction(
  mailedLinkSchema,
  (link) => cancelStockAlert(link, new Date()),
  'stock-alert',
)
