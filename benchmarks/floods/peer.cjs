// A boardgame.io server with a game of nothing but moves, to be attacked beside our table. Not shipped.
const { Server, Origins } = require("boardgame.io/dist/cjs/server.js");
const game = { name: "count", setup: () => ({ moves: 0 }), moves: { add: ({ G }) => { G.moves += 1; } } };
Server({ games: [game], origins: [Origins.LOCALHOST] }).run(Number(process.argv[2]));
