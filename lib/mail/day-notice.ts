import type { DayAbout, DayQuestion } from '#lib/product/day-questions.ts'
import { formatDay } from '#lib/time/taipei-time.ts'
import type { MailDraft } from './mail.ts'

/** The names of a product's days. */
export const DAY_LABELS: Readonly<Record<DayAbout, string>> = {
  deadline: '預購截止日',
  shipping: '預計出貨日',
  facts: '規格公布日',
}

const MEANINGS: Readonly<Record<DayAbout, string>> = {
  deadline:
    '當天結束後，預購停止。若還有庫存，會照預計出貨日繼續販售，直到您按「貨到了」或結束銷售。',
  shipping: '逾期未回答，商品頁不再承諾日期並暫停販售，等待出貨的訂單會顯示「新的日期確認中」。',
  facts: '逾期未公布，商品頁會顯示我們遲了，買家仍然可以全額取消。',
}

const CHOICES: Readonly<Record<DayAbout, string>> = {
  deadline: '貨到了、改到另一天，或結束銷售',
  shipping: '貨到了、改到另一天，或結束銷售',
  facts: '填好規格並公布，或改到另一天',
}

/** Says what a day means for the page and its buyers if it passes without an answer. */
export function dayMeaning({ about }: Pick<DayQuestion, 'about'>): string {
  return MEANINGS[about]
}

/** Returns the owner's mail about a day; one for each of its times, and for each day it is moved to. */
export function dayNotice(question: DayQuestion, before: number): MailDraft {
  const { product, title, about, day } = question
  const event = `day-${about}-${product}-${day}-${before}`.replaceAll(/[^\w-]/g, '_')
  const values = {
    product_title: title,
    day_subject: DAY_LABELS[about],
    day: formatDay(day),
    day_meaning: MEANINGS[about],
    day_choices: CHOICES[about],
  }
  return { id: event, event, kind: 'owner-day', values }
}
