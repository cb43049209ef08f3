import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const DECLARATION =
  /^\s*(?:export )?(?:default )?(?:async )?(?:function\*?|type|interface|class) (\w+)/gm
const ARROW = /^\s*(?:export )?const (\w+) = (?:async )?\([^()]*\)(?:: [^=]+)? =>/gm
const IRREGULAR =
  /^(told|found|given|seen|said|taken|sold|held|sent|paid|written|begun|shown|kept|left|known|made|built|sought|bought|chosen|done|lost|gone|drawn)$/i
/** Verbs and nouns that end as a participle does. */
const OTHER = /^(embed|exceed|feed|need|proceed|seed)$/i

function isParticiple(name: string): boolean {
  const isOneWord = /^[A-Z]?[a-z]+$/.test(name)
  return isOneWord && !OTHER.test(name) && (IRREGULAR.test(name) || /ed$/i.test(name))
}

test('no function, type or component is named by a participle: it would read as a state', () => {
  const files = globSync('{app,bench,cli,components,content,e2e,lib,local}/**/*.{ts,tsx}')
  assert.ok(files.length > 1000)
  const wrong = files.flatMap((file) => {
    const code = readFileSync(file, 'utf8')
    const names = [...code.matchAll(DECLARATION), ...code.matchAll(ARROW)].map(
      ([, name = '']) => name,
    )
    return names.filter(isParticiple).map((name) => `${file}: ${name}`)
  })
  assert.deepEqual(wrong, [])
})

// A title or rule names its subject first; with these words the subject comes late or never.
const RIDDLE = /^(?:what|whatever|who|whoever|whom|whose|nobody|where|wherever|of)\b/i
const TITLE = /\b(?:test|describe)(?:\.\w+)*\(\s*(['"`])([^\n]*?)\1,/g
const RULE = /^\| \d+ \| (.+?) \|/gm
const COMMENT = /^ *(?:\/\/|\*|\/\*\*) (?:What|Whatever|Who|Whoever|Whose|Nobody|Where|Of) .*$/gm

test('no comment begins with a riddle or an inversion', () => {
  const files = globSync('{app,bench,cli,components,content,e2e,lib,local}/**/*.{ts,tsx}')
  const wrong = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(COMMENT)].map(([line]) => `${file}: ${line}`),
  )
  assert.deepEqual(wrong, [])
})

test('no title of a test and no rule begins with a riddle or an inversion', () => {
  const files = globSync('{cli,content,e2e,lib,local}/**/*.{test,spec,long,shots}.ts')
  const titles = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(TITLE)].map(([, , title = '']) => ({ file, title })),
  )
  const rules = [...readFileSync('docs/rules.md', 'utf8').matchAll(RULE)].map(([, title = '']) => ({
    file: 'docs/rules.md',
    title,
  }))
  assert.ok(titles.length > 1500 && rules.length > 400, `${titles.length}, ${rules.length}`)
  assert.deepEqual(
    [...titles, ...rules].filter(({ title }) => RIDDLE.test(title)),
    [],
  )
})
