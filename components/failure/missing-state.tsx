import type { ReactNode } from 'react'

import { ButtonLink } from '#components/ui/button.tsx'
import { UnfinishedLine } from '#components/ui/unfinished-line.tsx'

/** Empty or missing state: what happened, and one link. */
export function MissingState({
  title,
  text,
  path,
  back,
  children,
}: {
  title: string
  text?: string
  path: string
  back: string
  children?: ReactNode
}) {
  return (
    <div className="page missing">
      <UnfinishedLine />
      <h1>{title}</h1>
      {text === undefined ? null : <p>{text}</p>}
      <ButtonLink href={path}>{back}</ButtonLink>
      {children}
    </div>
  )
}
