import type { ReturnState } from '#lib/order/return/return-record.ts'

/** The states of a return, in the owner's words. */
export const RETURN_LABELS: Readonly<Record<ReturnState, string>> = {
  requested: '會員申請退換貨，等待回覆',
  accepted: '已同意退換貨，等待收件',
  refused: '不同意退換貨',
  received: '已收到退貨',
  preparing: '已收到退貨，換貨待寄出',
  exchanged: '已寄出換貨',
}

/** Return states in the owner's words where money is still to be given back. */
export const UNREFUNDED_LABELS = '已收到退貨，尚未退款'
