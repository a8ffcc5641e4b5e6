import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { createApi } from './create-api.ts'
import { createDeps } from './create-deps.ts'
import { latestTime } from './platform/db/deletion-time.ts'
import { type Env, readEnv } from './platform/env.ts'
import { startGateway } from './devices/gateway/listen.ts'
import { hostEntries } from './platform/http/host-entries.ts'
import { keepBuild } from './platform/keep-assets.ts'
import { loggable } from './platform/loggable.ts'
import { serveRepair } from './platform/http/serve-repair.ts'
import { serveWorker } from './platform/http/serve-worker.ts'
import { serveClient } from './platform/http/static-files.ts'
import { readFirstRunCode } from './registry/first-account.ts'
import { describeStartError } from './start-error.ts'
import { VERSION } from './platform/version.ts'

/** Longer than the slowest statement. */
const DRAIN_MS = 30_000
const LOOK_MS = 200
/** Longer than load balancers' (nginx: 60 s), or they reuse a closed connection. */
const KEEP_ALIVE_MS = 75_000

async function start(): Promise<void> {
  const env = readEnv(process.env)
  const { deps, leave, close } = await createDeps(env)
  const app = createApi(deps)
  app.get('/', hostEntries(env))
  const client = join(env.root, 'dist/client')
  app.get('/sw.js', serveWorker(client, env.killSwitch))
  app.on('GET', ['/repair', '/repair.html'], serveRepair(client))
  app.get('*', serveClient(client, deps.files))
  const serverOptions = { keepAliveTimeout: KEEP_ALIVE_MS }
  const server = serve({ fetch: app.fetch, hostname: env.host, port: env.port, serverOptions }, () => {
    deps.log.info({ version: VERSION, host: env.host, port: env.port }, 'listening')
    const failed = (error: unknown) => deps.log.error({ err: loggable(error) }, 'assets were not put aside')
    void latestTime(deps)
      .then((now) => keepBuild(deps.files, deps.settings, now))
      .catch(failed)
    if (env.fixedPictureCode || env.fixedSmsCode)
      deps.log.warn('CAPTCHA_FIXED or SMS_FIXED is set: for tests and demos only')
    if (env.seed !== 'demo' && !env.smsGateway) deps.log.warn('SMS_PROVIDER=log: codes reach the log and no phone')
    if (env.seed === 'demo') process.stdout.write(demoAccounts(env))
    else
      void readFirstRunCode(deps)
        .then((code) => code !== null && process.stdout.write(firstRun(env, code)))
        .catch((error: unknown) => deps.log.error({ err: loggable(error) }, 'the first-run code was not read'))
  })
  const giveUp = (setting: string) => async (error: NodeJS.ErrnoException) => {
    process.stderr.write(`${error.code === 'EADDRINUSE' ? `${setting} is in use` : describeStartError(error)}\n`)
    await close()
    process.exit(1)
  }
  server.once('error', giveUp(`PORT=${env.port}`))
  const gateway =
    env.gatewayPort === undefined
      ? undefined
      : await startGateway(deps, { host: env.gatewayHost, port: env.gatewayPort }).catch(
          giveUp(`GATEWAY_PORT=${env.gatewayPort}`),
        )
  const mqtt =
    env.mqttUrl === undefined
      ? undefined
      : (await import('./devices/gateway/start-mqtt.ts')).startMqtt(deps, {
          url: env.mqttUrl,
          clientId: env.mqttClientId,
        })
  const stop = () => {
    void gateway?.close()
    const mqttEnded = mqtt?.close()
    server.close(
      () =>
        void Promise.resolve(mqttEnded)
          .then(close)
          .then(() => process.exit(0)),
    )
    // They would bring further requests.
    setInterval(() => 'closeIdleConnections' in server && server.closeIdleConnections(), LOOK_MS).unref()
    setTimeout(() => process.exit(1), DRAIN_MS).unref()
  }
  const leaveFirst = () => {
    leave()
    deps.log.info({ seconds: env.stopDelaySec }, 'leaving')
    setTimeout(stop, env.stopDelaySec * 1_000)
  }
  process.once('SIGTERM', leaveFirst)
  process.once('SIGINT', leaveFirst)
}

function firstRun(env: Env, code: string): string {
  const isAnyAddress = ['0.0.0.0', '::'].includes(env.host)
  const origin = env.publicUrl || (isAnyAddress ? '平台网址' : `http://${env.host}:${env.port}`)
  return `
平台暂无账号：打开 ${origin}/firstRun?code=${code}
创建总队和第一个账号。首次使用码 ${code} 在创建后失效。

`
}

function demoAccounts(env: Env): string {
  return `
消防物联网数据对接平台  http://${env.host}:${env.port}
演示账号（密码均为 Fire@119demo）
  /login    unit01 社会单位 · unit02 另一单位 · unitnew 首次登录 · wuye01 物业单位
  /loginxf  zongdui 国家局 · zhidui 总队 · jingan 静安支队
  isv01 服务商

`
}

start().catch((error: unknown) => {
  process.stderr.write(`${describeStartError(error)}\n`)
  process.exit(1)
})
