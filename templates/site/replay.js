"use strict";
(function () {
  var data = JSON.parse(document.getElementById("replay-data").textContent);
  var last = data.scenes.length - 1, now = last, timer = 0, svg = document.querySelector("svg.stage");
  var find = function (id) { return document.getElementById(id); };
  var slider = find("replay-slider"), button = find("replay-play"), lit = find("fights");
  var areas = [].slice.call(svg.querySelectorAll(".area")), casts = [].slice.call(svg.querySelectorAll(".cast"));
  var strip = document.querySelector(".strip"), links = [].slice.call(document.querySelectorAll(".strip a"));
  var borders = [].slice.call(svg.querySelectorAll(".border")).map(function (line) {
    return { line: line, pair: line.dataset.between.split(" ") };
  });

  function paint(area, owner) {
    var code = area.id.slice(2), look = data.paint[owner], city = area.classList.contains("city");
    var free = city ? "#ffffff" : area.classList.contains("sea") ? data.sea : data.paper;
    area.setAttribute("fill", look ? look[city ? 1 : 0] : free);
    area.dataset.owner = owner;
    area.firstElementChild.textContent = area.dataset.name + (owner ? ": " + data.names[owner] : "");
    var hatch = find("h-" + code);
    if (hatch) hatch.setAttribute("fill", data.patterned.indexOf(owner) < 0 ? "none" : "url(#p-" + owner + ")");
  }

  function mark(kind, code) {
    var middle = data.middles[code];
    if (!middle || !lit) return;
    var ring = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    ring.setAttribute("class", kind);
    ring.setAttribute("cx", middle[0]);
    ring.setAttribute("cy", middle[1]);
    ring.setAttribute("r", 21);
    lit.appendChild(ring);
  }

  function tell(scene) {
    var list = find("replay-said");
    list.textContent = "";
    scene.said.concat(scene.more ? ["And " + scene.more + " more: see the roundup."] : []).forEach(function (text) {
      list.appendChild(document.createElement("li")).textContent = text;
    });
    if (!scene.said.length) list.appendChild(document.createElement("li")).textContent = "No conquest and no battle.";
  }

  function show(turn) {
    var scene = data.scenes[now = Math.max(0, Math.min(last, turn))];
    areas.forEach(function (area) {
      var owner = scene.owners[area.id.slice(2)] || "";
      if (area.dataset.owner !== owner) paint(area, owner);
    });
    borders.forEach(function (border) {
      var parted = (scene.owners[border.pair[0]] || "") !== (scene.owners[border.pair[1]] || "");
      border.line.classList.toggle("parted", parted);
    });
    casts.forEach(function (cast) { cast.classList.toggle("on", +cast.dataset.turn === now); });
    if (lit) lit.textContent = "";
    scene.fights.forEach(function (code) { mark("fought", code); });
    scene.changed.forEach(function (code) { mark("won", code); });
    tell(scene);
    find("replay-turn").textContent = scene.name;
    slider.value = now;
    slider.setAttribute("aria-valuetext", scene.name);
    links.forEach(choose);
    document.documentElement.dataset.turn = now;
  }

  function choose(link, place) {
    link.classList.toggle("on", place === now);
    if (place === now) strip.scrollLeft = link.offsetLeft - strip.offsetLeft - (strip.clientWidth - link.offsetWidth) / 2;
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    button.textContent = "▶ Play";
  }

  function start() {
    if (now === last) show(0);
    button.textContent = "❚❚ Pause";
    timer = setInterval(function () {
      if (now < last) show(now + 1);
      if (now === last) stop();
    }, Math.max(500, Math.min(1600, 45000 / (last + 1))));
  }

  function go(turn) { stop(); show(turn); }

  areas.forEach(function (area) {
    area.dataset.name = area.firstElementChild.textContent;
    paint(area, area.dataset.owner);
  });
  slider.max = last;
  find("replay-controls").hidden = false;
  button.addEventListener("click", function () { if (timer) stop(); else start(); });
  find("replay-back").addEventListener("click", function () { go(now - 1); });
  find("replay-on").addEventListener("click", function () { go(now + 1); });
  slider.addEventListener("input", function () { go(+slider.value); });
  document.addEventListener("keydown", function (event) {
    var step = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last }[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey || event.target === slider) return;
    if (event.key === " " && event.target.tagName !== "BUTTON") { event.preventDefault(); button.click(); }
    if (step !== undefined) { event.preventDefault(); go(step); }
  });
  var from = null;
  svg.addEventListener("touchstart", function (event) { from = event.touches[0]; }, { passive: true });
  svg.addEventListener("touchend", function (event) {
    var way = from ? event.changedTouches[0].clientX - from.clientX : 0;
    if (Math.abs(way) > 40) go(now + (way < 0 ? 1 : -1));
  }, { passive: true });
  links.forEach(function (link, place) {
    link.addEventListener("click", function (event) { event.preventDefault(); go(place); });
  });
  var wanted = /^#turn-(\d+)$/.exec(location.hash);
  show(wanted ? +wanted[1] : last);
})();
