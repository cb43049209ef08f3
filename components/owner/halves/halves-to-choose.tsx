import { HalfFigure, MotifLines } from '#components/half/half-figure.tsx'
import type { OwnerAction } from '#components/owner/form/owner-action.ts'
import { OwnerForm } from '#components/owner/form/owner-form.tsx'
import owner from '#components/owner/owner.module.css'
import { Link } from '#components/ui/link.tsx'
import type { HalvesToChoose } from '#lib/half/choose-half.ts'
import type { GivenHalf } from '#lib/half/given-half.ts'
import { halfPagePath } from '#lib/routes/paths.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import styles from './halves-to-choose.module.css'

/** What the owner can do with a half. */
export type HalfActions = {
  readonly show: OwnerAction
  readonly putAside: OwnerAction
  readonly blockName: OwnerAction
  readonly unblockName: OwnerAction
}

const time = (at: string) => formatTime(new Date(at))

const nameOf = ({ name }: GivenHalf) => (name === '' ? '不署名' : name)

function Name({ half, actions }: { half: GivenHalf; actions: HalfActions }) {
  const { id, name, isNameHidden } = half
  if (name === '') return null
  const [act, submit, done] = isNameHidden
    ? ([actions.unblockName, `解除封鎖「${name}」`, '已解除封鎖，名字又顯示了。'] as const)
    : ([actions.blockName, `封鎖名字「${name}」`, '已封鎖，圖還在，名字不再顯示。'] as const)
  return (
    <OwnerForm action={act} submit={submit} done={done}>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="name" value={name} />
    </OwnerForm>
  )
}

function Choice({
  half,
  actions,
  isLarge = false,
}: {
  half: GivenHalf
  actions: HalfActions
  isLarge?: boolean
}) {
  const { id, state, email, changedAt, isNameHidden } = half
  return (
    <article className={styles.choice} data-large={isLarge || undefined} aria-label={nameOf(half)}>
      <div className={styles.figure} data-motif={half.motif}>
        <HalfFigure drawn={half} />
      </div>
      <p>
        <strong>{nameOf(half)}</strong>
        {isNameHidden ? '（名字已封鎖）' : ''}
        <span className={owner.soft}>
          　{email}　{time(changedAt)}
        </span>
        {state === 'shown' ? (
          <>
            　<Link href={halfPagePath(id)}>看這一頁</Link>
          </>
        ) : null}
      </p>
      <div className={styles.acts}>
        {state === 'shown' ? null : (
          <OwnerForm
            action={actions.show}
            submit="顯示"
            variant={isLarge ? 'primary' : 'secondary'}
            done="已顯示，一分鐘內每一頁都看得到。要復原，在「已經顯示」按「收起來」。"
          >
            <input type="hidden" name="id" value={id} />
          </OwnerForm>
        )}
        {state === 'aside' ? null : (
          <OwnerForm
            action={actions.putAside}
            submit={state === 'shown' ? '收起來' : '不顯示'}
            done="已收起來，沒有人看得到。要復原，在「收起來的」按「顯示」。"
          >
            <input type="hidden" name="id" value={id} />
          </OwnerForm>
        )}
        <Name half={half} actions={actions} />
      </div>
    </article>
  )
}

/** The halves that wait for a decision, large, then those that are shown and those that were put aside. */
export function HalvesToChooseView({
  halves: { waiting, shown, aside },
  actions,
}: {
  halves: HalvesToChoose
  actions: HalfActions
}) {
  const lists = [
    ['已經顯示', shown, '還沒有顯示任何一張。'],
    ['收起來的', aside, '沒有收起來的。收起來 90 天後自動刪除。'],
  ] as const
  return (
    <>
      <MotifLines motifs={[...waiting, ...shown, ...aside].map(({ motif }) => motif)} />
      <section className={owner.section}>
        <h2>等您決定</h2>
        {waiting.length === 0 ? (
          <p className={owner.soft}>沒有新的。</p>
        ) : (
          <div className={styles.large}>
            {waiting.map((half) => (
              <Choice key={half.id} half={half} actions={actions} isLarge />
            ))}
          </div>
        )}
      </section>
      {lists.map(([title, list, none]) => (
        <section key={title} className={owner.section}>
          <h2>{title}</h2>
          {list.length === 0 ? (
            <p className={owner.soft}>{none}</p>
          ) : (
            <div className={styles.small}>
              {list.map((half) => (
                <Choice key={half.id} half={half} actions={actions} />
              ))}
            </div>
          )}
        </section>
      ))}
    </>
  )
}
