import type {
  CaptureToMake,
  CreatedOrder,
  OrderToPay,
  ProviderDispute,
  ProviderMessage,
  ProviderOrder,
  RefundToMake,
} from '#lib/order/payment/provider.ts'

import { provider } from '../script.ts'

/** Makes the next prepared order. */
export function createPaypalOrder(order: OrderToPay, key: string): Promise<CreatedOrder> {
  return provider.create.answer(`${order.orderNumber}:${order.attempt} ${order.totalAmount} ${key}`)
}

/** Answers with the prepared order. */
export function findPaypalOrder(reference: string): Promise<ProviderOrder | undefined> {
  return provider.find.answer(reference, true)
}

/** Captures as prepared. */
export function capturePaypalOrder({ reference, amount, key }: CaptureToMake): Promise<void> {
  return provider.capture.answer(`${reference} ${amount} ${key}`)
}

/** Refunds as prepared. */
export function refundPaypalCapture(refund: RefundToMake): Promise<void> {
  const { captureId, amount, key, invoiceId } = refund
  return provider.refund.answer(`${captureId} ${amount} ${key} ${invoiceId}`)
}

/** Answers with the prepared dispute. */
export function findPaypalDispute(id: string): Promise<ProviderDispute | undefined> {
  return provider.findDispute.answer(id, true)
}

/** Reads the prepared message. */
export function readPaypalMessage(): Promise<ProviderMessage> {
  return provider.message.answer('')
}

/** The same at LINE Pay. */
export function createLinePayRequest(order: OrderToPay, key: string): Promise<CreatedOrder> {
  return createPaypalOrder(order, key)
}

/** The same at LINE Pay. */
export function findLinePayPayment(reference: string): Promise<ProviderOrder | undefined> {
  return findPaypalOrder(reference)
}

/** The same at LINE Pay. */
export function confirmLinePayRequest(capture: CaptureToMake): Promise<void> {
  return capturePaypalOrder(capture)
}

/** The same at LINE Pay. */
export function refundLinePayPayment(refund: RefundToMake): Promise<void> {
  return refundPaypalCapture(refund)
}

/** Answers with the prepared orders. */
export function findLinePayPayments(
  references: readonly string[],
): Promise<readonly ProviderOrder[]> {
  return provider.findPaid.answer(references.join(), true)
}

/** LINE Pay's number of an attempt. */
export function linePayNumber(orderNumber: string, attempt: number): string {
  return `${orderNumber}-${attempt}`
}

/** Whether a buyer's page belongs to the address that is set now. */
export function isApprovalPage(): boolean {
  return provider.isOwnPage
}

/** The books of the provider have nothing else. */
export async function paypalTransactions(): Promise<readonly never[]> {
  return []
}
