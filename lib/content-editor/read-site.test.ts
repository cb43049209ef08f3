import assert from 'node:assert/strict'
import { test } from 'node:test'

import { findStrayFigures } from './read-site.ts'

const agreeing = [
  '單筆訂單商品金額滿 NT$1,200 免運費，未滿則收 NT$80。',
  '現貨約 1–3 個工作天出貨；我們收到退回的商品後，在 7 個工作天內完成退款或換貨。',
  '收到商品的次日起 7 天內可以退貨。',
  '訂單成立後 12 小時內可以修改；超過 12 小時，請先來信。',
  '確認身分後 7 個工作天內完成刪除',
  '客服時間為週一至週五 09:00–18:00。',
  '專利 M672379，公告日：2025年7月1日',
  '同一款式，每筆訂單最多 5 件。',
  '沒有數字，也就沒有矛盾。',
]

for (const text of agreeing) {
  test(`the shop vouches for 「${text}」`, () => {
    assert.deepEqual(findStrayFigures(text), [])
  })
}

const straying = [
  { text: '滿 NT$1,000 免運費', figures: ['NT$1,000'] },
  { text: '未滿則收 NT$1,200', figures: ['NT$1,200'] },
  { text: '今日特價 NT$80', figures: ['NT$80'] },
  { text: '現貨約 1–5 個工作天出貨', figures: ['1–5 個工作天'] },
  { text: '在 14 個工作天內完成退款', figures: ['14 個工作天'] },
  { text: '收到後 10 天內可退', figures: ['10 天'] },
  { text: '收到後 7 日內可退', figures: ['7 日內'] },
  { text: '訂單成立後 24 小時內可以修改', figures: ['24 小時'] },
  { text: '確認身分後 30 個工作天內完成刪除', figures: ['30 個工作天'] },
  { text: '週一至週六 09:00–18:00', figures: ['週一至週六 09:00–18:00'] },
  { text: '晚上 21:00 以前', figures: ['21:00'] },
  { text: '新型專利 M672378 號', figures: ['M672378'] },
  { text: '公告日為 2025年7月2日', figures: ['2025年7月2日'] },
  { text: '每筆訂單最多 6 件', figures: ['6 件'] },
]

for (const { text, figures } of straying) {
  test(`no value of the shop confirms 「${text}」`, () => {
    assert.deepEqual(
      findStrayFigures(text).map(({ figure }) => figure),
      figures,
    )
  })
}
