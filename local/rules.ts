// `npm run rules`: every rule of docs/rules.md with the tests that name it. `--check` prints the sums and writes nothing.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const RULES = 'docs/rules.md'
const DIFFERENCES = 'docs/decisions/where-the-shop-differs.md'
const TESTS = '{cli,components,content,e2e,lib,local,packages}/**/*.{test,spec,long}.ts'
const CODE = '{app,cli,components,lib,local}/**/*.{ts,tsx,css}'

/** A promise of the shop; `files` are the paths that decide it. */
export type Rule = { number: number; chapter: string; sentence: string; files: readonly string[] }

/** A rule that differs from the request. */
export type Difference = { number: number; asked: string; why: string }

/** A file that names rules by their numbers. */
export type Naming = { file: string; numbers: readonly number[] }

/** A test that names rules at the end of its title: `(rule 12)` or `(rules 12, 40)`. */
export type NamingTest = Naming & { title: string }

const ROW = /^\| (\d+) \| (.+) \| (.+) \|$/
const PATH = /`([^`]+)`/g

/** The parsed docs/rules.md. */
export type RuleList = { rules: readonly Rule[]; differences: readonly Difference[] }

/** Reads the tables of docs/rules.md; the last chapter is that of the differences. */
export function parseRules(markdown: string): RuleList {
  const rules: Rule[] = []
  const differences: Difference[] = []
  let chapter = ''
  for (const line of markdown.split('\n')) {
    if (line.startsWith('## ')) chapter = line.slice(3)
    const [, number = '', second = '', third = ''] = ROW.exec(line) ?? []
    if (number === '') continue
    if (chapter === 'Differences') {
      differences.push({ number: Number(number), asked: second, why: third })
    } else {
      const files = [...third.matchAll(PATH)].map(([, path = '']) => path)
      rules.push({ number: Number(number), chapter, sentence: second, files })
    }
  }
  return { rules, differences }
}

// A string that ends with rules; a template may hold other quotes.
const TITLE = /(['"`])((?:(?!\1).)*?) ?\((rules? [^()]*)\)\1/g
const NAMED = /^(?:rule \d+|rules \d+(?:, \d+)+)$/

const numbersIn = (text: string) => [...text.matchAll(/\d+/g)].map(Number)

/** The tests of a file that name rules. Throws where the end of a title is neither `(rule 12)` nor `(rules 12, 40)`. */
export function namingTests(file: string, source: string): readonly NamingTest[] {
  return [...source.matchAll(TITLE)].map(([, , title = '', named = '']) => {
    if (!NAMED.test(named)) throw new Error(`${file}: write (rule 12) or (rules 12, 40): ${title}`)
    return { file, title, numbers: numbersIn(named) }
  })
}

/** The numbers that a comment cites, as in "rule 12" or "rules 12, 40". */
export function citedRules(source: string): readonly number[] {
  return [...source.matchAll(/\brules? (\d+(?:, \d+)*)/g)].flatMap(([, list = '']) =>
    numbersIn(list),
  )
}

/** Returns one sentence per problem of the list and its references. `cited` are code comments. */
export function findProblems(
  { rules, differences }: RuleList,
  { tests, cited }: { tests: readonly NamingTest[]; cited: readonly Naming[] },
  exists: (path: string) => boolean,
): readonly string[] {
  const numbers = rules.map(({ number }) => number)
  const held = new Set(tests.flatMap((test) => test.numbers))
  const diverging = { file: RULES, numbers: differences.map(({ number }) => number) }
  return [
    ...numbers
      .filter((number, index) => numbers.indexOf(number) !== index)
      .map((number) => `Rule ${number} is there twice.`),
    ...rules
      .filter(({ files }) => files.length === 0 || !files.every(exists))
      .map(({ number }) => `Rule ${number} names no file that exists.`),
    ...rules
      .filter(({ number }) => !held.has(number))
      .map(({ number, sentence }) => `Rule ${number} has no test: ${sentence}`),
    ...[...tests, ...cited, diverging].flatMap(({ file, numbers: named }) =>
      named
        .filter((number) => !numbers.includes(number))
        .map((number) => `${file} names rule ${number}, which does not exist.`),
    ),
  ]
}

/** Returns the document of the differences: request, rule and reason. */
export function differencesText({ rules, differences }: RuleList): string {
  const sentenceOf = (wanted: number) => rules.find(({ number }) => number === wanted)?.sentence
  const rows = differences.map(
    ({ number, asked: request, why }) =>
      `| ${number} | ${request} | ${sentenceOf(number)} | ${why.replaceAll('](decisions/', '](')} |`,
  )
  return `# Where the shop does more than was asked, or less

\`npm run rules\` writes this page from the last table of [rules.md](../rules.md).

| rule | asked | what the shop does | why |
|---|---|---|---|
${rows.join('\n')}
`
}

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
// The checker and its test speak of rules that are none.
const filesOf = (pattern: string) =>
  globSync(pattern, { cwd: ROOT, exclude: ['local/rules.*', '**/node_modules/**'] }).toSorted()

function rulesText({ rules }: RuleList, tests: readonly NamingTest[]): string {
  const lines = rules.map(({ number, chapter, sentence }) => {
    const own = tests.filter(({ numbers }) => numbers.includes(number))
    const held = own.map(({ file, title }) => `\n    ${file}: ${title}`)
    return `${chapter} ${number}: ${sentence}${held.join('')}`
  })
  return lines.join('\n')
}

function main(isCheck: boolean): void {
  const list = parseRules(read(RULES))
  const tests = filesOf(TESTS).flatMap((file) => namingTests(file, read(file)))
  const cited = filesOf(CODE).map((file) => ({ file, numbers: citedRules(read(file)) }))
  const text = differencesText(list)
  if (!isCheck) {
    writeFileSync(join(ROOT, DIFFERENCES), text)
    console.log(rulesText(list, tests))
  }
  const problems = [
    ...findProblems(list, { tests, cited }, (path) => existsSync(join(ROOT, path))),
    ...(read(DIFFERENCES) === text ? [] : [`${DIFFERENCES} is old: npm run rules writes it.`]),
  ]
  for (const problem of problems) console.error(problem)
  const { rules, differences } = list
  console.log(
    `${rules.length} rules, ${tests.length} tests that name them, ${differences.length} differences, ${problems.length} problems`,
  )
  if (problems.length > 0) process.exitCode = 1
}

if (import.meta.main) main(process.argv.includes('--check'))
