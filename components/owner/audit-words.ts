import type { AuditEntry, AuditKind } from '#lib/audit/audit.ts'

/** Labels of the audit entry kinds. */
export const AUDIT_WORDS: Readonly<Record<AuditKind, string>> = {
  'sign-in': '登入',
  'sign-in-refused': '登入被拒絕',
  'sign-out': '登出',
  'sign-out-everywhere': '登出所有裝置',
  'account-deleted': '會員刪除帳號',
  'data-request': '會員提出資料請求',
  'owner-action': '店主操作',
  'owner-refused': '非店主呼叫店主操作',
  'owner-granted': '給予店主權限',
  'staff-granted': '給予出貨權限',
  'owner-revoked': '收回店主權限',
  'passkeys-reset': '移除店主的通行密鑰',
  'breach-notice': '寄出個資事故通知',
  download: '下載帳務檔案',
  'foreign-origin': '其他網站送來的請求被拒絕',
  'request-refused': '不正確的請求被拒絕',
}

const ACTIONS: Readonly<Record<string, string>> = {
  shipAction: '出貨或更正包裹',
  shipPastedAction: '整批出貨',
  completeAction: '完成訂單',
  editRecipientAction: '修改收件人',
  noteAction: '加註',
  cancelByOwnerAction: '取消訂單',
  resolveAction: '結束核對',
  invoiceAction: '填寫發票號碼',
  answerReturnAction: '回覆退換貨',
  refundAction: '退款',
  releaseHoldsAction: '釋出保留的商品',
  findCustomerAction: '查詢顧客',
  exportCustomerAction: '下載顧客的資料',
  eraseCustomerAction: '刪除顧客的資料',
  previewDateAction: '試算出貨日',
  changeDateAction: '更改出貨日',
  deleteApplicationAction: '刪除共創來信',
  searchOrdersAction: '搜尋訂單',
  searchAuditAction: '搜尋操作紀錄',
  beginProofAction: '開始用通行密鑰確認',
  finishProofAction: '用通行密鑰確認身分',
  recoveryCodeAction: '用備援碼確認身分',
  signInProofAction: '重新登入確認身分',
  beginPasskeyAction: '開始加入通行密鑰',
  finishPasskeyAction: '加入通行密鑰',
  removePasskeyAction: '移除通行密鑰',
  renewCodesAction: '產生新的備援碼',
  completeChosenAction: '一起完成訂單',
  takeBackAction: '收回出貨',
  previewParcelsAction: '查看要出貨的清單',
  changeItemsAction: '更改尺寸或件數',
  createManualOrderAction: '手動建立訂單',
  recordManualRefundAction: '記下退還的款項',
  startReturnAction: '代買家申請退換貨',
  refundReviewAction: '退款並結束核對',
  retryInvoiceAction: '再試一次開立發票',
  writeInvoicesAction: '整批記下發票號碼',
  previewContentAction: '檢查內容',
  saveContentAction: '儲存內容',
  undoSaveAction: '復原內容',
  changeStockAction: '更正件數',
  changeSaleAction: '下架或重新上架',
  switchRemindersAction: '開關付款提醒',
  bookParcelsAction: '建立寄件',
  cancelParcelsAction: '取消寄件',
  settleParcelsAction: '確認寄件',
}

/** An action in words, or the text itself if it names none. */
export const actionText = (text: string): string => ACTIONS[text] ?? text

/** Label of an audit entry. */
export function auditText({ kind, action }: Pick<AuditEntry, 'kind' | 'action'>): string {
  return action === undefined ? AUDIT_WORDS[kind] : actionText(action)
}
