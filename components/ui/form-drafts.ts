import { ACCOUNT_PATH, isSecretPath, isUnder } from '#lib/routes/paths.ts'
import type { Shape } from '#lib/text/json-shape.ts'
import { browserStorage } from './browser.ts'
import { onLoadAnew } from './load-anew.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** A control by its name in its form, and its value. */
type NamedValue = { readonly control: string; readonly value: string }

/** A control that somebody has changed, and its form. */
type SavedControl = NamedValue & { readonly form: string }

const storage = browserStorage('typed', 'tab')
const forms = new Set<HTMLFormElement>()
const touched = new WeakSet<Element>()

const isKept: Shape<{ readonly page: string; readonly controls: readonly SavedControl[] }> = (
  value,
): value is { page: string; controls: SavedControl[] } =>
  typeof value === 'object' &&
  value !== null &&
  'page' in value &&
  'controls' in value &&
  Array.isArray(value.controls)

const thisPage = () => location.pathname + location.search

const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLSelectElement ||
  element instanceof HTMLTextAreaElement

const isChoice = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(control.type)

const controlsOf = (form: HTMLFormElement) => [...form.elements].filter(isControl)

/** Neither a password nor a file may be written down. */
const isSecret = ({ type }: Control) => type === 'password' || type === 'file'

function nameOf(control: Control): string {
  const name = control.name || control.id
  return isChoice(control) ? `${name}=${control.value}` : name
}

const valueOf = (control: Control) => (isChoice(control) ? String(control.checked) : control.value)

function fieldsOf(form: HTMLFormElement): string {
  const fields = controlsOf(form).map((control) =>
    control.type === 'hidden' ? `${control.name}=${control.value}` : nameOf(control),
  )
  return [...new Set(fields)].join(' ')
}

/** The form by its fields; of several alike, also by the words of its row, so that none gets another's amounts. */
function formName(form: HTMLFormElement): string {
  const fields = fieldsOf(form)
  const alike = [...forms].filter(
    (hTMLFormElement) => hTMLFormElement !== form && fieldsOf(hTMLFormElement) === fields,
  )
  return alike.length === 0 ? fields : `${fields} ${form.closest('li, tr, article')?.textContent}`
}

/**
 * Writes down what was typed into the forms of this page. Returns false if something had to be
 * left out: passwords and files.
 */
function saveForms(): boolean {
  const changed = [...forms].flatMap((form) =>
    controlsOf(form)
      .filter((control) => touched.has(control))
      .map((control) => ({ form, control })),
  )
  const controls = changed
    .filter(({ control }) => !isSecret(control) && nameOf(control) !== '')
    .map(({ form, control }) => ({
      form: formName(form),
      control: nameOf(control),
      value: valueOf(control),
    }))
  storage.write(JSON.stringify({ page: thisPage(), controls }))
  return changed.every(({ control }) => !isSecret(control) || control.value === '')
}

// React hears a value that is set past its own property.
function setText(control: Control, value: string): void {
  const { prototype } =
    control instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value)
  control.dispatchEvent(new Event('input', { bubbles: true }))
}

function restore(control: Control, value: string): void {
  const fold = control.closest('details')
  if (fold) fold.open = true
  touched.add(control)
  if (valueOf(control) === value) return
  if (isChoice(control)) control.click()
  else if (control instanceof HTMLSelectElement) {
    control.value = value
    control.dispatchEvent(new Event('change', { bubbles: true }))
  } else setText(control, value)
}

// A choice may show further fields, and a city its districts.
const ROUNDS = 20
const BETWEEN_ROUNDS = 50

async function restoreAll(form: HTMLFormElement, values: readonly NamedValue[]): Promise<void> {
  const find = (name: string) => controlsOf(form).find((control) => nameOf(control) === name)
  let waiting = values
  for (let round = 0; round < ROUNDS && waiting.length > 0; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_ROUNDS))
    for (const { control, value } of waiting) {
      const there = find(control)
      if (there) restore(there, value)
    }
    waiting = waiting.filter(({ control, value }) => {
      const there = find(control)
      return there === undefined || valueOf(there) !== value
    })
  }
}

async function restoreForm(form: HTMLFormElement): Promise<void> {
  const kept = storage.readAs(isKept)
  if (kept?.page !== thisPage()) return
  const name = formName(form)
  await restoreAll(
    form,
    kept.controls.filter((control) => control.form === name),
  )
  const rest = kept.controls.filter((control) => control.form !== name)
  storage.write(JSON.stringify({ ...kept, controls: rest }))
}

/** The values of a form's controls at one moment. */
export type FormValues = ReadonlyMap<Element, string>

/** The values that a form has now, by control. */
export function formValues(form: HTMLFormElement): FormValues {
  return new Map(controlsOf(form).map((control) => [control, valueOf(control)]))
}

/** What was typed into a form since a moment, and in which control the cursor stands. */
export type TypedSince = {
  readonly values: readonly NamedValue[]
  readonly focused: string | undefined
  readonly selection: readonly [number, number] | undefined
}

/** Reads what was typed into the controls of `part` since the form had these values. */
export function typedSince(form: HTMLFormElement, part: Element, before: FormValues): TypedSince {
  const typed = controlsOf(form).filter(
    (control) =>
      part.contains(control) &&
      control.type !== 'hidden' &&
      control.type !== 'file' &&
      touched.has(control) &&
      valueOf(control) !== before.get(control),
  )
  const focused = typed.find((control) => control === document.activeElement)
  return {
    values: typed.map((control) => ({ control: nameOf(control), value: valueOf(control) })),
    focused: focused && nameOf(focused),
    selection: selectionOf(focused),
  }
}

function selectionOf(control: Control | undefined): readonly [number, number] | undefined {
  if (!control || control instanceof HTMLSelectElement) return undefined
  const { selectionStart, selectionEnd } = control
  return selectionStart === null || selectionEnd === null
    ? undefined
    : [selectionStart, selectionEnd]
}

/** Types the same into the form's new controls, and puts the cursor back. */
export function typeAgain(form: HTMLFormElement, { values, focused, selection }: TypedSince): void {
  const find = (name: string) => controlsOf(form).find((control) => nameOf(control) === name)
  // The one with the cursor last, as the one that is typed into.
  for (const { control, value } of values.toSorted(
    (a, b) => Number(a.control === focused) - Number(b.control === focused),
  )) {
    const there = find(control)
    if (there) restore(there, value)
  }
  const there = focused === undefined ? undefined : find(focused)
  there?.focus({ preventScroll: true })
  if (there && selection && !(there instanceof HTMLSelectElement)) {
    there.setSelectionRange(...selection)
  }
  // A field that another choice shows comes after it.
  void restoreAll(
    form,
    values.filter(({ control }) => find(control) === undefined),
  )
}

// A password manager's events count as well as a hand's.
function touch({ target }: Event): void {
  if (target instanceof Element) touched.add(target)
}

const member = browserStorage('member')

/** Takes what is in a form as saved, so that the page shows it from then on. */
export function letGo(form: HTMLFormElement): void {
  for (const control of controlsOf(form)) touched.delete(control)
}

/**
 * Whether what was typed here may wait for its writer: not an owner's amount, not what a mail's secret link asks for
 * (a bank account), and nothing of a member who has just signed out.
 */
function mayWait(path: string): boolean {
  if (isUnder('/owner', path) || isSecretPath(path)) return false
  return !isUnder(ACCOUNT_PATH, path) || member.read() !== null
}

// A form that was sent is gone by then.
function saveOnLeaving({ type, target }: Event): void {
  const isLeaving = type === 'pagehide' || (target instanceof Element && target.closest('a[href]'))
  if (isLeaving && mayWait(location.pathname)) saveForms()
}

/**
 * The ref of a form whose typed text outlives a new deployment of the shop (`callAction`), and a reload or a way
 * to another page and back.
 */
export function draftForm(form: HTMLFormElement): () => void {
  const end = new AbortController()
  const { signal } = end
  forms.add(form)
  onLoadAnew(saveForms)
  form.addEventListener('input', touch, { signal })
  form.addEventListener('change', touch, { signal })
  window.addEventListener('pagehide', saveOnLeaving, { signal })
  document.addEventListener('click', saveOnLeaving, { capture: true, signal })
  void restoreForm(form)
  return () => {
    forms.delete(form)
    end.abort()
  }
}
