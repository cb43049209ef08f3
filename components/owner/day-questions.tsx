import { ButtonLink } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { TextField } from '#components/ui/field.tsx'
import { contentFilePath, OWNER_PATHS, shippingDatePath } from '#lib/routes/owner-paths.ts'
import { formatDay, formatTime } from '#lib/time/taipei-time.ts'
import { type OwnerAction, OwnerForm, Panel } from './owner-form.tsx'
import styles from './owner.module.css'
import { FactList } from '#components/ui/facts.tsx'
import type { Backup, ShopStatus } from '#lib/health/health.ts'
import type { ProductToMake, Today } from '#lib/owner/today.ts'
import { DAY_WORDS, dayMeaning } from '#lib/mail/day-notice.ts'
import type { DayQuestion } from '#lib/product/day-questions.ts'

/** The actions that answer a day, handed down by the page. */
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
      <TextField id={`until-${product}`} name="until" type="date" label="預購改到" />
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
        done="已告訴買家，他們有 7 天可以取消整筆訂單。"
        variant="primary"
      >
        <input type="hidden" name="product" value={product} />
        <p className={styles.soft}>按了之後，每一位買家收到一封信；從今天起 7 天內可以取消。</p>
      </OwnerForm>
      <OwnerForm
        action={changeFactsDay}
        submit={`改到這一天：${title}的規格公布日`}
        done="已更改，買家會各收到一封信。"
      >
        <input type="hidden" name="product" value={product} />
        <TextField id={`facts-${product}`} name="until" type="date" label="公布日改到" />
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
    <section className={styles.make} aria-label={`${title}的${DAY_WORDS[about]}`}>
      <h3>
        {title}　{DAY_WORDS[about]} {formatDay(day)}
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
              done="已結束銷售；訂單照原本的承諾出貨。"
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

const time = (at: string) => formatTime(new Date(at))

function backupText(backup: Backup): string {
  if (backup === 'practice') return '練習商店不備份'
  if (backup === 'unknown') return '查不到，請看主機的設定'
  return backup.at === undefined ? '還沒有任何備份' : time(backup.at)
}

// Empty for a service that the shop does not use.
function answerText(isAnswering: boolean | undefined): string {
  if (isAnswering === undefined) return ''
  return isAnswering ? '有回應' : '沒有回應'
}

function storesText({ storesTakenAt: at }: ShopStatus): string {
  if (at === undefined) return ''
  return at === '' ? '還沒有拿到綠界的名單' : `${time(at)} 更新`
}

function numbersText({ invoiceNumbers: numbers }: ShopStatus): string {
  if (numbers === undefined) return ''
  if (numbers === 'unknown') return '還沒有問過綠界'
  return `剩 ${numbers.left} 張（${time(numbers.askedAt)}）`
}

/** Shop health: last sweep, pending mails, provider, backups and version. */
export function StatusPanel({ status }: { status: ShopStatus }) {
  const { lastSweep, isSweepLate, mailsWaiting, failingSince, version, builtAt } = status
  const swept = lastSweep === undefined ? '尚未執行' : time(lastSweep)
  const paypal = status.isPaypalAnswering ? '有回應' : '沒有回應'
  const facts = [
    ['定期檢查', isSweepLate ? `${swept}，排程沒有來` : swept],
    ['等待寄出的信', `${mailsWaiting} 封`],
    [
      'PayPal',
      failingSince === undefined ? paypal : `${paypal}；${time(failingSince)} 起有訂單查不到`,
    ],
    ['LINE Pay', answerText(status.isLinePayAnswering)],
    ['綠界信用卡', answerText(status.isCashierAnswering)],
    ['門市名單', storesText(status)],
    ['發票字軌', numbersText(status)],
    ['資料庫備份', backupText(status.backup)],
    [
      '版本',
      <>
        {builtAt === '' ? null : <span className={styles.whole}>{time(builtAt)} 部署</span>}{' '}
        <span className={styles.soft}>{version}</span>
      </>,
    ],
  ] as const
  return (
    <section className={styles.section}>
      <h2>系統狀態</h2>
      {isSweepLate ? (
        <p>
          <strong>定期檢查停了：請工程師看排程。</strong>
          在恢復之前，有人打開這一頁時系統會自動檢查一次。
        </p>
      ) : null}
      <FactList className={styles.takings} facts={facts} />
    </section>
  )
}

/** Numbers that did not agree with the orders, or do not agree with each other now. Renders nothing while all do. */
export function CountsNotice({
  found,
  toMake,
  recount,
}: {
  found: Today['foundCounts']
  toMake: readonly ProductToMake[]
  recount: OwnerAction
}) {
  const wrong = toMake.filter(({ isWrong }) => isWrong)
  if (found === undefined && wrong.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>每日自動核對</h2>
      {wrong.map(({ id, title }) => (
        <p key={id} className={styles.unreadable} role="alert">
          「{title}」的待製作件數互相矛盾，請按「依訂單重新核對」再用這些數字。
        </p>
      ))}
      {found === undefined ? null : (
        <>
          <p>{formatTime(new Date(found.at))} 核對時，這些數字和訂單不同，已依訂單改正：</p>
          <ul className={styles.plain}>
            {found.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
      <OwnerForm action={recount} submit="依訂單重新核對" done="已依訂單核對。" />
    </section>
  )
}

/** Switches the reminder of unpaid orders on or off. */
export function ReminderSwitch({ isOn, change }: { isOn: boolean; change: OwnerAction }) {
  return (
    <Panel title={`付款提醒：${isOn ? '開著' : '關著'}`}>
      <p className={styles.soft}>下單滿 24 小時還沒付款的，寄一封信提醒買家，每筆訂單只寄一次。</p>
      <OwnerForm
        action={change}
        submit={isOn ? '關掉付款提醒' : '打開付款提醒'}
        done={isOn ? '已關掉。' : '已打開。'}
      >
        <input type="hidden" name="reminders" value={isOn ? 'off' : 'on'} />
      </OwnerForm>
    </Panel>
  )
}
