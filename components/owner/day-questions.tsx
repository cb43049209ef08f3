import { Link } from '#components/ui/link.tsx'
import { TextField } from '#components/ui/field.tsx'
import { DAY_WORDS, dayMeaning } from '#lib/mail/day-notice.ts'
import type { DayQuestion } from '#lib/product/day-questions.ts'
import { contentFilePath, shippingDatePath } from '#lib/routes/owner-paths.ts'
import { formatDay } from '#lib/time/taipei-time.ts'

import { type OwnerAction, OwnerForm } from './owner-form.tsx'
import styles from './owner.module.css'

/** The actions that answer a day, handed down by the page. */
export type DayActions = {
  readonly arrive: OwnerAction
  readonly moveDeadline: OwnerAction
  readonly endSale: OwnerAction
}

type WithQuestion = { readonly question: DayQuestion }

function ArrivalForm({
  question: { product, title },
  arrive,
}: WithQuestion & Pick<DayActions, 'arrive'>) {
  return (
    <OwnerForm
      action={arrive}
      submit={`貨到了：${title}`}
      done="已改成現貨，預購結束。"
      variant="primary"
    >
      <input type="hidden" name="product" value={product} />
    </OwnerForm>
  )
}

function EndSale({ question, endSale }: WithQuestion & Pick<DayActions, 'endSale'>) {
  const { product, title, isOffSale } = question
  if (isOffSale) return null
  return (
    <OwnerForm
      action={endSale}
      submit={`結束銷售：${title}`}
      done="已結束銷售；訂單照原本的承諾出貨。"
      variant="danger"
    >
      <input type="hidden" name="product" value={product} />
    </OwnerForm>
  )
}

function Later({
  question: { product, title, about },
  moveDeadline,
}: WithQuestion & Pick<DayActions, 'moveDeadline'>) {
  if (about === 'shipping')
    return (
      <p>
        <Link href={shippingDatePath(product)} aria-label={`改到另一天：${title}的預計出貨日`}>
          改到另一天…
        </Link>
      </p>
    )
  if (about === 'facts')
    return (
      <p>
        <Link href={contentFilePath(`products/${product}.md`)}>填寫規格，或改公布日…</Link>
      </p>
    )
  return (
    <OwnerForm
      action={moveDeadline}
      submit={`改到這一天：${title}的預購截止日`}
      done="已更改預購截止日。"
    >
      <input type="hidden" name="product" value={product} />
      <TextField id={`until-${product}`} name="until" type="date" label="預購改到" />
    </OwnerForm>
  )
}

function Question({ question, ...actions }: WithQuestion & DayActions) {
  const { title, about, day, isOver } = question
  return (
    <section className={styles.make} aria-label={`${title}的${DAY_WORDS[about]}`}>
      <h3>
        {title}　{DAY_WORDS[about]} {formatDay(day)}
        {isOver ? '，已經過了' : ''}
      </h3>
      <p className={styles.soft}>{dayMeaning(question)}</p>
      {about === 'facts' ? null : <ArrivalForm question={question} arrive={actions.arrive} />}
      <Later question={question} moveDeadline={actions.moveDeadline} />
      {about === 'facts' ? null : <EndSale question={question} endSale={actions.endSale} />}
    </section>
  )
}

/** The days of products that wait for the owner's answer, each with its choices. */
export function DayQuestions({
  questions,
  ...actions
}: DayActions & { questions: readonly DayQuestion[] }) {
  if (questions.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>請回答：商品的日期</h2>
      {questions.map((question) => (
        <Question key={`${question.product} ${question.about}`} question={question} {...actions} />
      ))}
    </section>
  )
}
