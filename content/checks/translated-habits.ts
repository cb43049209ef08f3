import type { MainlandTerm } from './mainland-terms.ts'

/**
 * Phrases that give a text away as translated, what a Taiwanese shop writes, and longer phrases in which they are right.
 * A screen shows (顯示) and does not speak; what nobody does happens automatically (自動); a record is 登記 or 填寫.
 */
export const TRANSLATED_HABITS: readonly MainlandTerm[] = [
  ['記下', '登記、填寫、記錄'],
  ['程式庫', '儲存庫'],
  ['管理主機的人', '工程師'],
  ['管理程式的人', '工程師'],
  ['畫面說', '畫面顯示'],
  ['畫面上說', '畫面顯示'],
  ['畫面會說', '畫面會顯示'],
  ['頁面說', '頁面顯示'],
  ['頁面會說', '頁面會提示'],
  ['自己不見', '自動消失'],
  ['會自己', '會自動', '會自己鬆開'],
  ['自己消失', '自動消失'],
  ['自己刪除', '自動刪除'],
  ['自己更新', '自動更新'],
  ['自己變成', '自動變成'],
  ['自己算進', '自動計入'],
  ['款項沒有收取', '沒有扣款'],
  ['訂購的人', '訂購者'],
  ['收禮的人', '收禮人'],
]
