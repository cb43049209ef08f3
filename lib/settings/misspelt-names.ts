/** Read by the build, the launcher or a test, and so in no schema of the server's settings. */
const READ_ELSEWHERE = [
  'BUILD_FOLDER',
  'BUILD_STANDALONE',
  'CONTENT_DIGEST',
  'CONTENT_FOLDER',
  'NEXT_PUBLIC_ANALYTICS_ATTRIBUTES',
  'NEXT_PUBLIC_ANALYTICS_HOSTS',
  'NEXT_PUBLIC_ANALYTICS_SRC',
  'OFFLINE_PAGE',
]

/** Nothing but this shop begins a name so. */
const OWN_PREFIX = /^(?:ECPAY|LINE_PAY|PAYPAL|PLACED|PROVIDER|SWEEP)_/

/** The least number of signs to put in, take out or exchange that makes one text of the other. */
function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (const [row, sign] of Array.from(a).entries()) {
    const line = [row + 1]
    for (const [column, facing] of Array.from(b).entries()) {
      const [left = 0, up = 0, corner = 0] = [line[column], above[column + 1], above[column]]
      line.push(Math.min(left + 1, up + 1, corner + (sign === facing ? 0 : 1)))
    }
    above = line
  }
  return above.at(-1) ?? 0
}

/** A short name of somebody else's is easily near one of ours. */
const tolerance = (name: string) => (name.length < 12 ? 1 : 2)

/** A sentence for each name of an environment that is almost one of `known`, or begins like the shop's own and is none. */
export function misspeltNames(
  environment: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): readonly string[] {
  const all = [...known, ...READ_ELSEWHERE]
  return Object.keys(environment).flatMap((name) => {
    if (all.includes(name)) return []
    const [prefix] = OWN_PREFIX.exec(name) ?? ['']
    const [nearest] = all
      .filter((other) => other.startsWith(prefix))
      .map((other) => ({ other, far: distance(name, other) }))
      .toSorted((a, b) => a.far - b.far)
    if (nearest === undefined) return []
    return prefix !== '' || nearest.far <= tolerance(name)
      ? [`Rename ${name} to ${nearest.other}, or unset it: no setting has that name.`]
      : []
  })
}
