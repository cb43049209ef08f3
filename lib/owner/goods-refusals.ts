/** Why what an order holds was not changed, and what to do. */
export const GOODS_REFUSALS = {
  'items-fixed': '這筆訂單現在不能更改內容：要已付款、還沒出貨，也沒有退換貨。',
  'same-items': '沒有要更改的尺寸或件數。',
  'costs-more': '不能增加件數；要多買的，請買家另外下單。',
  'nothing-left': '至少要留一件；全部不要的，請用退款。',
  'nothing-shipped': '這筆訂單沒有可以收回的出貨。',
  'undo-over': '出貨的信已經寄出，或超過 10 分鐘，不能收回；追蹤編號填錯了，請用更正物流資料。',
  'preorder-handed-over': '預購的商品還沒有做好，不能當場交貨；請選宅配或超商取貨。',
  'not-manual': '只有手動建立的訂單可以這樣記；其他訂單請用退款。',
} as const
