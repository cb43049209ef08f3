import type { ReactNode } from 'react'

/** A label and its value; empty and undefined values are not shown. */
export type Fact = readonly [name: string, value: ReactNode]

/** Returns the facts that have a value. */
export function knownFacts(facts: readonly Fact[]): readonly Fact[] {
  return facts.filter(([, value]) => value !== '' && value !== undefined)
}

export function FactList({
  facts,
  className,
}: {
  facts: readonly Fact[]
  className?: string | undefined
}) {
  return (
    <dl className={className}>
      {knownFacts(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
