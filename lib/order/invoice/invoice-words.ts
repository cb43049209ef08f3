import type { InvoiceAlarm } from './invoicing.ts'

/** Advice to the owner for each invoice alarm. */
export const INVOICE_ALARM_WORDS: Readonly<Record<InvoiceAlarm, string>> = {
  refused: '綠界沒有開立發票，請看原因，處理後按「再試一次」，或自己開立並記下號碼',
  'no-numbers': '字軌用完了，請到綠界後台設定；設定好會自動補開',
  keys: '綠界不接受發票的金鑰，請檢查設定；改好會自動補開',
  late: '付款後一天還沒有開立發票，商店會繼續試',
  unclear: '發票剩餘的金額和綠界的紀錄對不上，請到綠界後台查看，處理後按「再試一次」',
  'other-amount': '綠界這張發票的金額和訂單不同，請到綠界後台查看',
  'two-invoices':
    '這筆訂單有兩張發票：您記下的和綠界開立的，請作廢其中一張。留下綠界的那張時，請把它的號碼記到訂單上',
  'void-elsewhere': '這張發票在綠界已經作廢，但款項沒有全部退回。請自己補開一張，並記下號碼',
  'paper-refused': '綠界沒有作廢發票或開立折讓，請看原因，處理後按「再試一次」',
  'too-much-paper': '作廢或折讓的金額比退款多，請到綠界後台作廢多開的折讓',
}
