import type { Dispute } from '#lib/payment/dispute.ts'

/** The states of a dispute, in the owner's words. */
export const DISPUTE_LABELS: Readonly<Record<Dispute['state'], string>> = {
  open: '爭議處理中，暫停出貨',
  won: '爭議已結束，款項保留',
  lost: '爭議由買家勝訴，款項被扣回',
}

/** The same of an open dispute once the order has left. */
export const DISPUTE_SENT_LABELS = '爭議處理中'

/** What is added while an open dispute waits for the shop's answer, and while it does not. */
export const DISPUTE_TURN_LABELS = { due: '等您回覆', answered: '已回覆，等結果' } as const
