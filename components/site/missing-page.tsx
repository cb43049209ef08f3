import { ButtonLink } from '#components/ui/button.tsx'

import styles from './missing-page.module.css'
import { MovesOn } from './moves-on.tsx'

/** What stands where something is not: what happened, and the one way on; with `movesOn` it is taken after 3 s. */
export function MissingPage({
  title,
  text,
  back,
  movesOn = false,
}: {
  title: string
  text: string
  back: { readonly path: string; readonly label: string }
  movesOn?: boolean
}) {
  return (
    <div className={`page ${styles.missing}`}>
      <h1>{title}</h1>
      <p className={styles.text}>{text}</p>
      <ButtonLink href={back.path}>{back.label}</ButtonLink>
      {movesOn ? <MovesOn to={back.path} /> : null}
    </div>
  )
}
