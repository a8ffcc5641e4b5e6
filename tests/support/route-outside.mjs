// Preloaded into a test's server: its HTTPS requests, to whatever host, go to OUTSIDE_PORT of this machine, unencrypted.
import { globalAgent } from 'node:https'
import { connect } from 'node:net'

globalAgent.createConnection = () => connect(Number(process.env.OUTSIDE_PORT), '127.0.0.1')
