import { parseSync, type Statement, Visitor } from 'oxc-parser'

/** A changed file, by the number of its switch. */
export type Change = { readonly id: number; readonly source: string }

/** The function that the switched source asks at each change: whether this one is on. */
export const SWITCH = '__isChangeOn'

/** A part of a source; what an edit puts in its place. */
type Part = { readonly start: number; readonly end: number }
type Edit = Part & { readonly text: string }

/** A part that can stand in a source twice, beside itself with a change; or the begin of a loop's round, which is counted. */
type Site = Part & {
  readonly form: 'statements' | 'expression' | 'operand' | 'round'
  readonly edits: (Edit & { readonly id: number })[]
}

function editBetween(before: string, after: string): Edit {
  const least = Math.min(before.length, after.length)
  let start = 0
  while (start < least && before[start] === after[start]) start += 1
  let same = 0
  while (same < least - start && before.at(-1 - same) === after.at(-1 - same)) same += 1
  const end = before.length - same
  return { start, end, text: after.slice(start, after.length - same) }
}

// A declaration is seen by what follows it, so it cannot stand in a branch.
const isMovable = ({ type }: Statement) => !type.endsWith('Declaration')

const isReadable = (source: string) => parseSync('source.ts', source).errors.length === 0

function sitesOf(source: string): readonly Site[] {
  const sites: Site[] = []
  const add = (form: Site['form'], { start, end }: Part) =>
    sites.push({ form, start, end, edits: [] })
  const addEach = (body: readonly Statement[]) => {
    for (const one of body) if (isMovable(one)) add('statements', one)
  }
  const addRound = ({ body }: { readonly body: Statement }) => {
    const start = body.start + 1
    if (body.type === 'BlockStatement') add('round', { start, end: start })
  }
  new Visitor({
    ForStatement: addRound,
    WhileStatement: addRound,
    DoWhileStatement: addRound,
    BlockStatement({ start, end, body }) {
      add('statements', { start: start + 1, end: end - 1 })
      addEach(body)
    },
    SwitchCase: ({ consequent }) => addEach(consequent),
    IfStatement: ({ consequent, alternate }) =>
      addEach(alternate ? [consequent, alternate] : [consequent]),
    LogicalExpression: ({ right }) => add('operand', right),
    ConditionalExpression({ consequent, alternate }) {
      add('operand', consequent)
      add('operand', alternate)
    },
    ArrowFunctionExpression({ body }) {
      if (body.type !== 'BlockStatement') add('expression', body)
    },
    VariableDeclarator({ init }) {
      if (init) add('expression', init)
    },
  }).visit(parseSync('source.ts', source).program)
  return sites
}

// Within brackets an operator that binds less would reach less far.
const takes = (form: Site['form'], { text }: Edit) =>
  form !== 'round' && !(form === 'operand' && /[|&?]/.test(text))
const holds = (outer: Part, { start, end }: Part) => outer.start <= start && end <= outer.end
const meets = (one: Part, { start, end }: Part) => one.start < end && start < one.end
const lengthOf = ({ start, end }: Part) => end - start

/** A part of the source with the sites in it behind their switches, and with an edit where one is given. */
function written(source: string, part: Part, sites: readonly Site[], edit?: Edit): string {
  const inside = sites.filter((one) => holds(part, one) && one !== part)
  const next = inside.filter((one) => !inside.some((other) => other !== one && holds(other, one)))
  // What the edit takes away has no switches left.
  const kept = next.filter((one) => !edit || !meets(one, edit))
  const edits = kept.map((one) => ({ ...one, text: behindSwitches(source, one, inside) }))
  const all = [...edits, ...(edit ? [edit] : [])].toSorted(
    (one, other) => one.start - other.start || one.end - other.end,
  )
  let at = part.start
  let text = ''
  for (const { start, end, text: instead } of all) {
    text += source.slice(at, start) + instead
    at = end
  }
  return text + source.slice(at, part.end)
}

function behindSwitches(source: string, site: Site, sites: readonly Site[]): string {
  if (site.form === 'round') return `${SWITCH}(-1);`
  const isExpression = site.form !== 'statements'
  const branches = site.edits.map((edit) => {
    const changed = written(source, site, sites, edit)
    return isExpression
      ? `${SWITCH}(${edit.id}) ? (${changed}) : `
      : `if (${SWITCH}(${edit.id})) {${changed}} else `
  })
  const unchanged = written(source, site, sites)
  return isExpression
    ? `(${branches.join('')}(${unchanged}))`
    : `${branches.join('')}{${unchanged}}`
}

/**
 * A source with all its changes in it: around each the smallest part that can be written twice stands once as it is and
 * once changed. Returns also the numbers of those that stand in no such part, or after which no source can be read.
 */
export function switched(
  source: string,
  changes: readonly Change[],
): { readonly text: string; readonly left: readonly number[] } {
  const sites = sitesOf(source)
  const left: number[] = []
  for (const { id, source: after } of changes) {
    const edit = editBetween(source, after)
    const around = sites.filter((site) => takes(site.form, edit) && holds(site, edit))
    const [site] = around.toSorted((one, other) => lengthOf(one) - lengthOf(other))
    if (site) site.edits.push({ id, ...edit })
    else left.push(id)
  }
  const whole = { start: 0, end: source.length }
  const used = sites.filter(({ form, edits }) => form === 'round' || edits.length > 0)
  const text = written(source, whole, used)
  if (isReadable(text)) return { text, left }
  const readable = changes.filter((change) => isReadable(change.source))
  if (readable.length === changes.length) throw new Error(`Its switches break a source: ${text}`)
  const others = changes.filter((change) => !readable.includes(change)).map(({ id }) => id)
  const rest = switched(source, readable)
  return { ...rest, left: [...rest.left, ...others] }
}
