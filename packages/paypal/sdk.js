/*
 * The browser script of the PayPal stand-in, served at /sdk/js: `window.paypal.Buttons(options)` with the contract of
 * PayPal's own script (classic buttons), for two kinds of funding. It keeps no state at PayPal; all of that is behind
 * the approval window, which is opened here and reports back by postMessage.
 */
;(function () {
  'use strict'

  const script = document.currentScript
  const address = new URL(script.src)
  const base = address.origin
  const query = address.searchParams
  const namespace = script.getAttribute('data-namespace') || 'paypal'
  const disabledFunding = (query.get('disable-funding') || '').split(',')

  const offered = ['paypal', 'card']

  const say = {
    group: '付款方式',
    paypal: 'PayPal',
    card: '信用卡／金融卡',
    opening: '正在開啟付款視窗…',
    open: '付款視窗已開啟，請在視窗中完成付款。',
    working: '正在確認付款…',
    again: '再次開啟付款視窗',
    stop: '取消付款',
  }

  const styles = `
    :host { display: block; max-width: 750px; font-family: system-ui, "Noto Sans TC", "PingFang TC", sans-serif }
    button { display: block; box-sizing: border-box; width: 100%; min-height: 48px; margin: 0 0 12px; padding: 0 16px;
      border: 2px solid transparent; border-radius: 6px; font: inherit; font-size: 18px; font-weight: 700; cursor: pointer }
    .paypal { background: #ffc439; color: #001c64 }
    .card { background: #2c2e2f; color: #fff }
    .again { background: #fff; color: #003087; border-color: #003087 }
    button:focus-visible { outline: 3px solid #0070e0; outline-offset: 2px }
    button:disabled { cursor: default; opacity: .55 }
    p { margin: 0 0 12px; min-height: 1.5em; color: #374151; font-size: 15px }
    @media (forced-colors: active) { button { border-color: ButtonText } }`

  // A constructed style sheet needs no exception in the shop's content security policy.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)

  const features = 'popup,width=480,height=700'

  /** Opens the window at once, inside the click, with a page of its own to wait on. */
  function openWindow(name) {
    const opened = window.open('', name, features)
    if (!opened) return null
    const page = opened.document
    page.title = 'PayPal'
    page.documentElement.lang = 'zh-Hant-TW'
    const words = page.createElement('p')
    words.textContent = say.opening
    words.style.cssText = 'font: 18px system-ui, sans-serif; text-align: center; margin-top: 6rem'
    page.body.append(words)
    return opened
  }

  function windowAddress(orderID, fundingSource, channel) {
    const url = new URL('/checkoutnow', base)
    url.searchParams.set('token', orderID)
    url.searchParams.set('fundingSource', fundingSource)
    url.searchParams.set('currency', query.get('currency') || 'USD')
    url.searchParams.set('channel', channel)
    url.searchParams.set('origin', window.location.origin)
    return url.href
  }

  /** Waits for the window's own word; a window that closes without one was closed by the buyer. */
  function resultOf(opened, channel) {
    return new Promise((resolve) => {
      let grace
      function end(result) {
        window.removeEventListener('message', hear)
        clearInterval(watch)
        clearTimeout(grace)
        resolve(result)
      }
      function hear(event) {
        const word = event.data
        if (event.origin !== base || !word || word.source !== 'paypal-stand-in') return
        if (word.channel === channel) end(word)
      }
      // The message may still be on its way when the window is already seen as closed.
      const watch = setInterval(() => {
        if (!opened.closed || grace) return
        grace = setTimeout(() => end({ type: 'cancelled' }), 400)
      }, 200)
      window.addEventListener('message', hear)
    })
  }

  function newChannel() {
    return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('')
  }

  function requireFunction(options, name, isRequired) {
    const given = options[name]
    if (given === undefined && !isRequired) return () => undefined
    if (typeof given !== 'function') throw new Error(`Expected options.${name} to be a function`)
    return given
  }

  const shown = new Set()

  function Buttons(options = {}) {
    const createOrder = requireFunction(options, 'createOrder', true)
    const onApprove = requireFunction(options, 'onApprove', true)
    const onCancel = requireFunction(options, 'onCancel', false)
    const onInit = requireFunction(options, 'onInit', false)
    const onError =
      options.onError === undefined ? null : requireFunction(options, 'onError', false)

    const wanted = options.fundingSource === undefined ? offered : [options.fundingSource]
    const sources = wanted.filter((one) => offered.includes(one) && !disabledFunding.includes(one))

    const host = document.createElement('div')
    const root = host.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [sheet]
    const status = document.createElement('p')
    status.setAttribute('role', 'status')

    let opened = null
    let enabled = true
    let busy = false
    let closed = false

    function tell(words) {
      status.textContent = words
    }

    function refresh() {
      for (const button of root.querySelectorAll('button[data-funding-source]'))
        button.disabled = !enabled || busy
    }

    function fail(thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      if (onError) onError(error)
      else console.error(error)
    }

    /** Brings the buyer back to the window; where the browser blocks it, a new click has to open it. */
    function reopen() {
      const direct = openWindow('paypal-stand-in')
      if (direct) return Promise.resolve(direct)
      return new Promise((resolve) => {
        const again = document.createElement('button')
        const stop = document.createElement('button')
        function choose(result) {
          again.remove()
          stop.remove()
          resolve(result)
        }
        for (const [button, words] of [
          [again, say.again],
          [stop, say.stop],
        ]) {
          button.type = 'button'
          button.className = 'again'
          button.textContent = words
        }
        again.addEventListener('click', () => choose(openWindow('paypal-stand-in')))
        stop.addEventListener('click', () => choose(null))
        root.append(again, stop)
        again.focus()
      })
    }

    /** One visit to the window, and what follows from it. */
    async function visit(orderID, fundingSource) {
      const channel = newChannel()
      if (opened.closed) return onCancel({ orderID })
      opened.location.replace(windowAddress(orderID, fundingSource, channel))
      tell(say.open)
      const result = await resultOf(opened, channel)
      opened.close()
      if (result.type === 'error') throw new Error(result.message)
      if (result.type === 'cancelled') return onCancel({ orderID })
      tell(say.working)
      return approved(orderID, fundingSource, result.payerID)
    }

    async function approved(orderID, fundingSource, payerID) {
      let restarted = null
      async function again() {
        opened = await reopen()
        if (opened === null) return onCancel({ orderID })
        return visit(orderID, fundingSource)
      }
      const actions = {
        restart: () => (restarted ||= again()),
        redirect: (url) => window.location.assign(url),
      }
      const data = {
        orderID,
        payerID,
        paymentID: orderID,
        billingToken: null,
        facilitatorAccessToken: '',
        paymentSource: fundingSource,
      }
      await onApprove(data, actions)
      // A restart that was not returned by onApprove is still waited for.
      await restarted
    }

    async function pay(fundingSource) {
      if (busy || !enabled || closed) return
      busy = true
      refresh()
      tell(say.opening)
      try {
        opened = openWindow('paypal-stand-in')
        if (!opened) throw new Error('Can not open popup window - blocked')
        const orderID = await createOrder({ paymentSource: fundingSource }, {})
        if (typeof orderID !== 'string' || orderID === '')
          throw new Error('Expected an order id to be passed')
        await visit(orderID, fundingSource)
      } catch (thrown) {
        if (opened) opened.close()
        if (!closed) fail(thrown)
      } finally {
        busy = false
        tell('')
        refresh()
      }
    }

    function makeButton(fundingSource) {
      const button = document.createElement('button')
      button.type = 'button'
      button.className = fundingSource
      button.dataset.fundingSource = fundingSource
      button.textContent = say[fundingSource]
      button.addEventListener('click', () => void pay(fundingSource))
      return button
    }

    async function enable(isEnabled) {
      enabled = isEnabled
      refresh()
    }
    const actions = {
      enable: () => enable(true),
      disable: () => enable(false),
      isEnabled: () => enabled,
    }

    const instance = {
      isEligible: () => sources.length > 0,
      async render(target) {
        const container = typeof target === 'string' ? document.querySelector(target) : target
        if (!(container instanceof Element))
          throw new Error('Document is ready and element does not exist')
        if (closed) throw new Error('zoid destroyed all components')
        if (!instance.isEligible()) throw new Error(`${wanted.join(', ')} is not eligible`)
        const group = document.createElement('div')
        group.setAttribute('role', 'group')
        group.setAttribute('aria-label', say.group)
        group.append(...sources.map(makeButton))
        root.replaceChildren(group, status)
        container.append(host)
        shown.add(instance)
        onInit({}, actions)
      },
      async close() {
        closed = true
        shown.delete(instance)
        if (opened) opened.close()
        host.remove()
      },
      updateProps: () => Promise.resolve(),
    }
    return instance
  }
  Buttons.instances = shown

  // Loading the script again, with other options, ends every button that was on the page.
  const before = window[namespace]
  if (before && before.Buttons && before.Buttons.instances) {
    for (const instance of before.Buttons.instances) void instance.close()
    console.warn('zoid destroyed all components')
  }

  window[namespace] = {
    version: '5.0.0-stand-in',
    Buttons,
  }
})()
