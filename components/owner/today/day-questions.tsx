import { DateField } from '#components/owner/form/date-field.tsx'
import type { OwnerAction } from '#components/owner/form/owner-action.ts'
import { OwnerForm } from '#components/owner/form/owner-form.tsx'
import styles from '#components/owner/owner.module.css'
import { ButtonLink } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Link } from '#components/ui/link.tsx'
import { DAY_LABELS, dayMeaning } from '#lib/mail/day-notice.ts'
import type { DayQuestion } from '#lib/product/day-questions.ts'
import { contentFilePath, OWNER_PATHS, shippingDatePath } from '#lib/routes/owner-paths.ts'
import { formatDay } from '#lib/time/taipei-time.ts'

/** The actions that answer a day, passed by the page. */
export type DayActions = {
  readonly moveDeadline: OwnerAction
  readonly publishFacts: OwnerAction
  readonly changeFactsDay: OwnerAction
  readonly endSale: OwnerAction
}

type WithQuestion = { readonly question: DayQuestion }

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
  return (
    <OwnerForm
      action={moveDeadline}
      submit={`改到這一天：${title}的預購截止日`}
      done="已更改預購截止日。"
    >
      <input type="hidden" name="product" value={product} />
      <DateField id={`until-${product}`} name="until" label="預購改到" />
    </OwnerForm>
  )
}

function Facts({
  question: { product, title },
  publishFacts,
  changeFactsDay,
}: WithQuestion & Pick<DayActions, 'publishFacts' | 'changeFactsDay'>) {
  return (
    <>
      <p>
        <Link href={contentFilePath(`products/${product}.md`)}>填寫規格與換上實品照片…</Link>
      </p>
      <OwnerForm
        action={publishFacts}
        submit={`規格已經公布：${title}`}
        done="已通知買家，7 天內可以取消整筆訂單。"
        variant="primary"
      >
        <input type="hidden" name="product" value={product} />
        <p className={styles.soft}>按下後，每一位買家會收到一封信，自今天起 7 天內可以取消。</p>
      </OwnerForm>
      <OwnerForm
        action={changeFactsDay}
        submit={`改到這一天：${title}的規格公布日`}
        done="已更改，買家會各收到一封信。"
      >
        <input type="hidden" name="product" value={product} />
        <DateField id={`facts-${product}`} name="until" label="公布日改到" />
        <TextField
          id={`facts-reason-${product}`}
          name="reason"
          label="原因"
          hint="會寫在給買家的信裡，例如：打樣重做一次"
          maxLength={300}
        />
      </OwnerForm>
    </>
  )
}

function Question({ question, ...actions }: WithQuestion & DayActions) {
  const { title, about, day, isOver } = question
  return (
    <section className={styles.make} aria-label={`${title}的${DAY_LABELS[about]}`}>
      <h3>
        {title}　{DAY_LABELS[about]} {formatDay(day)}
        {isOver ? '，已經過了' : ''}
      </h3>
      <p className={styles.soft}>{dayMeaning(question)}</p>
      {about === 'facts' ? (
        <Facts question={question} {...actions} />
      ) : (
        <>
          <p>
            <ButtonLink variant="primary" href={OWNER_PATHS.arrival}>
              貨到了：{title}
            </ButtonLink>
          </p>
          <Later question={question} moveDeadline={actions.moveDeadline} />
          {question.isOffSale ? null : (
            <OwnerForm
              action={actions.endSale}
              submit={`結束銷售：${title}`}
              done="已結束銷售；已成立的訂單照原訂日期出貨。"
              variant="danger"
            >
              <input type="hidden" name="product" value={question.product} />
            </OwnerForm>
          )}
        </>
      )}
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
    <section id="days" className={styles.section}>
      <h2>請回答：商品的日期</h2>
      {questions.map((question) => (
        <Question key={`${question.product} ${question.about}`} question={question} {...actions} />
      ))}
    </section>
  )
}
